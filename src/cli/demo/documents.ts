/** Scenes: briefs become issues, issues become designs. */
import { BUILT, commitAll, REFUSED } from './repository.ts'
import { eventsOf, expectSame, newsLines, outcomesOf, planLines, type Scene } from './scene.ts'

export const plan: Scene = {
  title:
    'A to-do list in JavaScript, with three rough briefs in ideas/. What would be done, and at what cost?',
  async play(stage) {
    const command = ['issue', '--all', '--parallel', '3', '--dry-run']
    await stage.agentos(command, { show: planLines })
    stage.say('Nothing was changed, no model was called. From here on a mock provider on this')
    stage.say('machine answers in place of these models; dollars are what they would have cost.')
    stage.say('Only the important output is shown; every line is in the logs.')
  },
}

export const issues: Scene = {
  title:
    'Briefs become issues: one model writes, another one reviews. One credential is rate-limited.',
  async play(stage) {
    const command = ['issue', '--all', '--parallel', '3']
    const events = await stage.agentos(command, { show: newsLines })
    const { rate = 0 } = stage.provider.statistics().errors
    const rested = eventsOf(events, 'credential-rested').map(({ why }) => why)
    expectSame('calls refused with 429', { wanted: 1, got: rate })
    expectSame('rate-limited credentials', { wanted: ['rate'], got: rested })
    const retried = eventsOf(events, 'call-retried').map(({ task }) => task)
    expectSame('retried calls', { wanted: ['issue.draft'], got: retried })
    stage.say(
      'The refused credential is not used until its retry-after has passed. The call was retried',
    )
    stage.say('with the other one. Each issue has a number of its own, however many end at once.')
  },
}

export const designs: Scene = {
  title: 'Issues become designs: which files, which functions, which tests.',
  async play(stage) {
    const command = ['lld', '--all', '--parallel', '3']
    const events = await stage.agentos(command, { show: newsLines })
    const done = [REFUSED.id, ...BUILT].map((id) => [id, 'done'])
    expectSame('designs', { wanted: Object.fromEntries(done), got: outcomesOf(events) })
    await commitAll(stage.git, 'Three issues and four approved designs')
    stage.say(
      'Each is approved for exactly its text: edited, it is a draft again. All is committed.',
    )
  },
}
