/**
 * `ask`: one question to the model of a role. The answer is in the checkpoint before anything is
 * done with it; an answer that does not fit is asked for once more, with the reason, then refused.
 */
import type { z } from 'zod'
import type { Prompt, RunContext } from '../authoring/run-context.ts'
import { isAskedModel } from '../model/calls/asked-model.ts'
import { parseModelName } from '../model/calls/language-model.ts'
import type { ModelAnswer } from '../providers/ask-once.ts'
import { estimateTokens } from '../providers/lease-request.ts'
import { contextWindowOf } from '../providers/prices.ts'
import { type AskModel, type askModel, playerOf } from './ask-model.ts'
import type { ConversationLog } from './conversation-log.ts'
import { FailureError } from './errors.ts'
import { judgeAnswer } from './judge-answer.ts'
import { type Placed, place, type SavedAnswer, type Turn } from './turns.ts'

/** Of a model's context window; estimates of tokens are not exact. */
const MOST_FILLED = 0.85

const ANSWER_AGAIN = 'Answer again, completely, in the required form.'

export interface AskOptions extends AskModel {
  readonly workflow: string
  readonly item: string
  readonly log: ConversationLog
  readonly askModel: typeof askModel
}

export function createAsk(options: AskOptions): RunContext['ask'] {
  const { journal, redactor, log } = options
  let asked = 0
  return ask as RunContext['ask']

  async function ask(role: string, prompt: Prompt, schema?: z.ZodType): Promise<unknown> {
    const task = `${options.workflow}.${prompt.task}`
    const marker = `<!-- agentos task=${task} item=${options.item} round=${prompt.round ?? 1} -->`
    const { opening, ...rest } = prompt
    const { text, whenCut, instructions = '' } = redactor.redactDeep(rest)
    const keys: string[] = []
    let refused: { readonly answer: string; readonly correction: string } | undefined
    let problems: readonly string[] = []
    for (let tries = 0; tries < 2; tries++) {
      let keepAnswer: ((answer: string) => void) | undefined
      const { key, value: answer } = await journal.record(
        { kind: 'ask', name: prompt.task },
        async () => {
          const { conversation, turns, question } = await placed(
            { role, marker, text, refused },
            opening,
            instructions,
          )
          const isFirst = turns.length === 0 && instructions !== ''
          const keep = log.begin(task, {
            question,
            instructions: isFirst ? instructions : undefined,
          })
          keepAnswer = keep
          const about = { ask: ++asked, role, task, keep }
          const isConversation = conversation !== undefined
          const isAgain = refused !== undefined
          const whole = { instructions, turns, question, isConversation, isAgain, schema }
          const given = await options.askModel(options, about, whole)
          return { ...given, ...(conversation === undefined ? {} : { conversation }) }
        },
      )
      keepAnswer?.(answer.text) // after the checkpoint: of a full disk the last room is for what was paid for
      keys.push(key)
      await checkModel(options, role, answer, key)
      const judged = judgeAnswer(answer, schema)
      if (judged.ok) return judged.value
      problems = judged.problems
      const next = judged.isCut === true ? whenCut : undefined
      refused = { answer: answer.text, correction: correctionFor(problems, next) }
    }
    for (const key of keys) await journal.refuse({ kind: 'ask', key })
    throw new FailureError({ reason: 'answer-invalid', task, message: problems.join('; ') })
  }

  /** The opening may have to be made, which is worth it only where the conversation begins. */
  async function placed(
    question: Omit<Parameters<typeof place>[0], 'opening'>,
    opening: Prompt['opening'],
    instructions: string,
  ): Promise<Placed> {
    const saved = journal.saved('ask') as readonly SavedAnswer[]
    const fits = fitsModel(options, question.role, instructions)
    if (opening === undefined) return place(question, saved, fits)
    const next = place({ ...question, opening: '' }, saved, fits)
    if (next.conversation?.opens !== true) return next
    const text = typeof opening === 'string' ? opening : await opening()
    return place({ ...question, opening: redactor.redact(text) }, saved, fits)
  }
}

/** Whether a conversation can still be sent to the role's model, and answered. */
function fitsModel({ models }: AskOptions, role: string, instructions: string) {
  const player = playerOf(models, role)
  const { model } = parseModelName(player.model)
  const most = MOST_FILLED * contextWindowOf(model) - player.maxOutputTokens
  return (turns: readonly Turn[], question: string) => {
    const texts = turns.flatMap((turn) => [turn.question, turn.answer])
    return estimateTokens([instructions, ...texts, question].join('')) <= most
  }
}

/**
 * Nobody knows who has written an answer without a name. The run warns of it; of a review it has to be known,
 * for an approval by a lesser model would be none.
 */
async function checkModel(
  options: AskOptions,
  role: string,
  answer: ModelAnswer,
  key: string,
): Promise<void> {
  const asked = parseModelName(playerOf(options.models, role).model).model
  if (answer.model === '' && role !== 'reviewer') return
  if (isAskedModel(asked, answer.model, options.models.aliases)) return
  await options.journal.refuse({ kind: 'ask', key })
  throw new FailureError({ reason: 'model-mismatch', asked, answered: answer.model })
}

function correctionFor(problems: readonly string[], next = ANSWER_AGAIN): string {
  const [first = '', ...more] = problems
  const why = more.length === 0 ? ` ${first}` : ['', ...problems].join('\n- ')
  return `Your last answer could not be used:${why}\n${next}`
}
