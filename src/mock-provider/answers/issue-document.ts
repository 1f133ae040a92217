import { criteriaIn, usable, VAGUE } from './answer-parts.ts'
import { REFUSED_INPUT } from './known-features.ts'
import { namedFiles, namesFor, projectIn } from './project.ts'

/** An issue that says something sensible for any small brief. */
export const FAIL_SAFE = 'Fail-safe: when anything fails, nothing is changed.'
export const MESSAGE = 'The message names what failed and what to do next.'

const MOST_WISHES = 5

export function issueFor(
  brief: string,
  options: { readonly context: string; readonly isVague: boolean },
): string {
  const { context } = options
  const title = /^# +(.+)$/m.exec(brief)?.[1]?.trim() ?? 'Small improvement of the command line'
  const wishes = wishesOf(brief, title)
  const project = projectIn(context)
  const { source, tests } = namesFor(title, project, context)
  const changed = namedFiles(brief, project, context).map(
    (path) => `- \`${path}\`: offers it too\n`,
  )
  const criteria = wishes.with(0, options.isVague ? VAGUE : (wishes[0] ?? ''))
  return `# ${title}

## User Story

As somebody who uses this program every day, I want ${title.charAt(0).toLowerCase()}${title.slice(1)}, so that I need not work around it.

## Objective

${title} is part of the program and documented.

### Open Questions

None.

## UX Flow

### Happy Path

1. The user runs the command with what it needs.
2. The program does what is asked, prints one line and ends with exit code 0.

### Error Scenario

1. The user runs the command with something it cannot use.
2. The program names what it cannot use on stderr, changes nothing and ends with exit code 2.

## Requirements

${wishes.map((wish, index) => `${index + 1}. ${wish}`).join('\n')}

## Technical Approach

A module of its own with one exported function, called from where the commands are; nothing that is there
changes its behaviour.

## Risks

- Large input could be slow: it is read once, and what is above 1 MB is refused.

## Security Considerations

Input is checked before it is used; no secret is read, no permission is needed, nothing leaves the machine.
${FAIL_SAFE}

## Files

- \`${source}\`: new
${changed.join('')}- \`${tests}\`: new

## Dependencies

None. The platform has all that is needed.

## Out of Scope

- Settings for this; it does one thing, always in the same way.

## Acceptance Criteria

${[...criteria, REFUSED_INPUT].map((criterion) => `- [ ] ${criterion}`).join('\n')}

## Definition of Done

- Tests for every criterion, a line in the changelog.

## Testing Notes

Try it with nothing, with one entry, and with 1 MB of them.
`
}

/** The brief's own bullets, or its first sentences. */
function wishesOf(brief: string, title: string): string[] {
  const bullets = criteriaIn(brief)
  const sentences = brief.replace(/^#.*$/gm, '').split(/(?<=[.!?])\s+/)
  const wishes = (bullets.length > 0 ? bullets : usable(sentences)).slice(0, MOST_WISHES)
  return wishes.length > 0 ? wishes : [`The program has this: ${title}`]
}
