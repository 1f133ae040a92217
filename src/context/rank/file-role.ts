/** What a file is for, by its name. */
export type FileRole = 'code' | 'test' | 'doc' | 'data'

const TEST =
  /(^|\/)(tests?|__tests__|specs?|testing|e2e)\/|(^|\/)test_[^/]*$|[._-](test|tests|spec|e2e)\.\w+$|_test\.\w+$|(Test|Tests|Spec|IT)\.(java|kt|cs|scala|swift|php)$|(^|\/)conftest\.py$/
const DOC = /\.(md|mdx|markdown|rst|adoc|txt)$/i

export function roleOf(path: string, language: string): FileRole {
  if (DOC.test(path)) return 'doc'
  if (TEST.test(path)) return 'test'
  return (language === 'text' && !SOURCE.test(path)) || language === 'css' ? 'data' : 'code'
}

/** Languages without a grammar here. */
const SOURCE =
  /\.(kt|kts|swift|scala|dart|lua|ex|exs|erl|hs|ml|clj|jl|r|pl|m|mm|vue|svelte|sql|proto|tf|zig|nim|groovy|gradle|scss|sass|less)$/i

/** A change log and the like: names of versions say nothing about the code. */
export function isChronicle(path: string): boolean {
  return CHRONICLE.test(path)
}

const CHRONICLE = /(^|\/)(change(s|log)?|history|news|releases?)[^/]*(\/[^/]*)?$/i

/** `dictutils` of `src/dictutils.py`. */
export function stemOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const dot = name.indexOf('.', 1)
  return dot === -1 ? name : name.slice(0, dot)
}

/** The stem of what a test is about: `dictutils` of `tests/test_dictutils.py`. */
export function testedStem(path: string): string {
  return stemOf(path).replace(/^test[_-]?(?=.)|[_-]?(tests?|spec)$|(Test|Tests|Spec|IT)$/i, '')
}

/** Names that many files have. */
export function isPlainStem(stem: string): boolean {
  return PLAIN.test(stem)
}

const PLAIN =
  /^(index|main|__main__|utils?|types?|helpers?|common|constants?|__init__|init|mod|lib|readme|changelog|conftest|setup|config|package|core|base|tests?)$/i

/** Paths of files with the rules of a repository, and of those that say how it is built and checked. */
export const RULES =
  /^(AGENTS|CLAUDE|GEMINI)\.md$|^(\.github\/|docs\/)?CONTRIBUTING(\.(md|rst|txt))?$|^\.github\/copilot-instructions\.md$/i
export const MANIFESTS =
  /^(package\.json|pyproject\.toml|setup\.cfg|requirements\.txt|Cargo\.toml|go\.mod|pom\.xml|build\.gradle(\.kts)?|composer\.json|Gemfile|tox\.ini|ruff\.toml|mypy\.ini|eslint\.config\.\w+|biome\.jsonc?|\.prettierrc(\.\w+)?|\.editorconfig|\.eslintrc(\.\w+)?|\.?rustfmt\.toml|\.golangci\.ya?ml|clippy\.toml)$/
/** Documents whose headings say where something is described. */
export const GUIDES = /^README(\.\w+)?$|^docs?\/(index|README)\.\w+$/i
