import { criteriaIn, VAGUE } from './answer-parts.ts'
import { knownFeature, LIST_STRUCTURES } from './known-features.ts'
import { isKnownStyle, namedFiles, namesFor, projectIn } from './project.ts'

/** A low-level design that says something sensible for any small issue. */
export const FAIL_MODE = 'Fail mode: closed.'
export const TIMEOUT = 'Every call is given up after 30 seconds and reported with its reason.'

const MOST_REQUIREMENTS = 6

export function draftFor(
  issue: {
    readonly number: string
    readonly title: string
    readonly body: string
    readonly context: string
  },
  options: { readonly vague: boolean },
): string {
  const { number, title } = issue
  const found = criteriaIn(issue.body).slice(0, MOST_REQUIREMENTS)
  const requirements =
    found.length > 0 ? found : [`The program does what the issue asks: ${title}.`]
  const project = projectIn(issue.context)
  const names = namesFor(title, project, issue.context)
  const { source, tests, functionName } = names
  const isPython = source.endsWith('.py')
  const known = isKnownStyle(names, project) ? knownFeature(title, requirements) : undefined
  const modified = namedFiles(issue.body, project, issue.context).map(
    (path) => `\n| \`${path}\` | Modify | Offers the new function too |`,
  )
  const scenarios = requirements.map((requirement, index) => {
    const id = `T${String((index + 1) * 10).padStart(3, '0')}`
    const expected =
      options.vague && index === 0 ? VAGUE : 'Exit code 0, the stated output on stdout'
    return `| ${id} | ${requirement.replaceAll('|', '/')} (REQ-${index + 1}) | Auto | Case ${index + 1} of the fixtures | ${expected} | Output equals fixture ${index + 1} |`
  })
  return `# ${number} - Feature: ${title}

## 1. Context & Goal

- **Issue:** #${number}
- **Objective:** ${title}.
- **Status:** Draft

### Open Questions

None.

## 2. Proposed Changes

The feature is one module with one exported function, and its tests.

### 2.1 Files Changed

| File | Change Type | Description |
| --- | --- | --- |
| \`${source}\` | Add | The feature itself |${modified.join('')}
| \`${tests}\` | Add | Its tests, one for each scenario |

### 2.2 Dependencies

None. The platform has all that is needed.

### 2.3 Data Structures

\`\`\`${isPython ? 'python' : 'ts'}
${known === undefined ? (isPython ? PYTHON_RESULT : RESULT) : LIST_STRUCTURES}
\`\`\`

### 2.4 Function Signatures

\`\`\`${isPython ? 'python' : 'ts'}
${known === undefined ? signatureOf(title, functionName, isPython) : known.signature}
\`\`\`

### 2.5 Logic Flow

1. Validate the input; refuse an empty one with a message that names it.
2. Do the work of issue ${number} on the validated input.
3. Return the result; a failure carries its reason.

### 2.6 Technical Approach

A pure function, called at the edge. It fits the repository, which keeps one module for each feature.

### 2.7 Architecture Decisions

| Decision | Options | Choice | Why |
| --- | --- | --- | --- |
| Shape | Class, function | Function | There is no state to keep |

## 3. Requirements

${requirements.map((requirement, index) => `${index + 1}. ${requirement}`).join('\n')}

## 4. Alternatives Considered

A library was considered and left out: the need is smaller than its interface.

## 5. Data & Fixtures

One fixture for each scenario, kept beside the tests. No data of users.

## 6. Diagram

\`\`\`mermaid
flowchart LR
  input --> validate --> work --> result
\`\`\`

## 7. Security & Safety

${FAIL_MODE} Input is validated before use, nothing is written outside the worktree, no secret is read.
To recover, run it again: it changes nothing when it fails.

## 8. Performance & Cost

One pass over the input, at most 1 MB; no model call, no network.

## 9. Legal & Compliance

None. No new dependency and no personal data.

## 10. Verification & Testing

All scenarios are automatic.

### 10.1 Test Scenarios

| ID | Scenario | Type | Input | Expected Output | Pass Criteria |
| --- | --- | --- | --- | --- | --- |
${scenarios.join('\n')}

### 10.2 Test Commands

\`\`\`sh
${project.command}
\`\`\`

## 11. Risks & Mitigations

| Risk | Impact | Likelihood | Mitigation |
| --- | --- | --- | --- |
| The input grows beyond 1 MB | Slow answer | Low | Refused with a message |

## 12. Definition of Done

- [ ] \`${source}\` and \`${tests}\` are written
- [ ] All scenarios of 10.1 pass
`
}

const RESULT = `interface Result {
  readonly ok: boolean
  readonly message: string
}`

const PYTHON_RESULT = `class Result(TypedDict):
    ok: bool
    message: str`

function signatureOf(title: string, name: string, isPython: boolean): string {
  const meaning = `${title}. Never ${isPython ? 'raises' : 'throws'}: what goes wrong is in the result.`
  return isPython
    ? `def ${name}(text: str) -> Result:\n    """${meaning}"""`
    : `/** ${meaning} */\nexport function ${name}(input: string): Result`
}
