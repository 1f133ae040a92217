/** What a lockfile pins decides which code runs where this is merged: what is in doubt needs a person. */
import type { GateAnswer } from '../../../model/gate.ts'
import { ask } from '../../review/ask-person.ts'
import type { Workshop } from '../workshop.ts'
import { lockfileChanges } from './shown-diff.ts'

/** Asked again only when there is something else to allow. */
export class LockfileDoubts {
  readonly #shop: Workshop
  #allowed = ''

  constructor(shop: Workshop) {
    this.#shop = shop
  }

  async ask(): Promise<GateAnswer> {
    const { run, worktree, base } = this.#shop.options
    const compared = { repo: run.repo, worktree, from: base, to: this.#shop.commit }
    const changes = await lockfileChanges(compared)
    const content = changes
      .flatMap(({ path, change }) => change.doubts.map((doubt) => `- ${path}: ${doubt}`))
      .join('\n')
    if (content === '' || content === this.#allowed) return { answer: 'approve' }
    const question =
      'A lockfile would pin packages in a way that no new version explains. Allow it?'
    const said = await ask(this.#shop, 'lockfile', { question, content })
    if (said.answer === 'approve') this.#allowed = content
    return said
  }
}
