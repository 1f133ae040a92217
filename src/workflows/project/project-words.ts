/** The facts about a project as a part of prompts; the mock provider reads these lines, too. */
import type { RepositoryContext } from '../../model/context.ts'
import type { ProjectFacts } from './project-facts.ts'

export function factsWords(facts: ProjectFacts): string {
  const { language, tools, source, tests, modules, ending, importedAs } = facts
  const lines = [
    language && `- Language: ${language}`,
    modules && `- Modules: ${modules}; relative imports ${endingWords(ending)}`,
    importedAs && `- Import: \`from ${importedAs} import …\``,
    tools
      ? `- Tests: ${tools.framework === 'own' ? 'a runner of its own' : tools.framework}, run with \`${oneLine(tools.all)}\` (known from ${tools.from})`
      : '- Tests: no known way to run them',
    source && tests && `- New files, by where others are: module \`${source}\`, tests \`${tests}\``,
  ]
  return `## How this project is written and tested\n\n${lines.filter(Boolean).join('\n')}\n`
}

function endingWords(ending = ''): string {
  return ending === '' ? 'have no extension' : `end in \`${ending}\``
}

function oneLine(command: string): string {
  return command.replace(/[\s`]+/g, ' ').trim()
}

/** What is shown of a repository, behind the facts about it. */
export function withFacts(context: RepositoryContext, facts: ProjectFacts): RepositoryContext {
  return { ...context, text: `${factsWords(facts)}\n${context.text}` }
}
