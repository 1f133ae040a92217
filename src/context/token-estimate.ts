/**
 * Tokens of a text, estimated from above: about 20% more than OpenAI's tokenizer finds in code, 10% more in prose. Other
 * vendors' count more than that one. Never more for two texts joined than for both apart.
 */

const LETTER = 1 / 3.5
const SIGN = 1 / 2
const OTHER = 1

export function estimateTokens(text: string): number {
  let tokens = 0
  for (let index = 0; index < text.length; index++)
    tokens += WEIGHTS[text.charCodeAt(index)] ?? OTHER
  return Math.ceil(tokens)
}

const WEIGHTS = Float64Array.from({ length: 128 }, (_, code) =>
  /[A-Za-z\s]/.test(String.fromCharCode(code)) ? LETTER : SIGN,
)
