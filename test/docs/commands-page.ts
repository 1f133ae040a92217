/** `docs/commands.md`: the output of `--help` for every command. */
import type { Command } from 'commander'
import { createProgram } from '../../src/cli/program.ts'

export function commandsPage(): string {
  const program = createProgram()
  const sections = program.commands.flatMap((command) => sectionsOf(command, 'agentos'))
  return `# Commands

<!-- Generated from the code: \`npx vitest run --project rules generated -u\` -->

\`\`\`
${helpOf(program)}\`\`\`

${sections.join('\n')}`
}

function sectionsOf(command: Command, parent: string): string[] {
  const name = `${parent} ${command.name()}`
  const own = `## ${name}\n\n\`\`\`\n${helpOf(command)}\`\`\`\n`
  return [own, ...command.commands.flatMap((below) => sectionsOf(below, name))]
}

function helpOf(command: Command): string {
  let text = ''
  command
    .configureOutput({ writeOut: (part) => (text += part), getOutHelpWidth: () => 100 })
    .outputHelp()
  return `${text.trimEnd()}\n`
}
