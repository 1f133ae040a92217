import type { TemplateSection } from '../document/sections.ts'

/** The sections of an LLD, in order, by their numbers: `## 3. Requirements`, `### 2.1 Files Changed`. */
export const SECTIONS: readonly TemplateSection[] = [
  {
    number: '1',
    title: 'Context & Goal',
    content:
      'Bullets `**Issue:** #<number>`, `**Objective:**` in one sentence, `**Status:** Draft`. Then a heading `### Open Questions` with one bullet for each, or exactly `None.`',
  },
  { number: '2', title: 'Proposed Changes', content: 'Nothing by itself; its parts follow.' },
  {
    number: '2.1',
    title: 'Files Changed',
    content:
      'A table `| File | Change Type | Description |`. Paths relative to the root of the repository. Change Type is Add, Modify or Delete. Every file that will be touched, tests and documentation included.',
  },
  {
    number: '2.2',
    title: 'Dependencies',
    content: 'New packages with the reason for each, or `None.`',
  },
  {
    number: '2.3',
    title: 'Data Structures',
    content: 'The types that are new or change, as code.',
  },
  {
    number: '2.4',
    title: 'Function Signatures',
    content: 'Every new or changed function with its types and one line of meaning, as code.',
  },
  {
    number: '2.5',
    title: 'Logic Flow',
    content: 'Numbered steps of what happens, with what happens when a step fails.',
  },
  {
    number: '2.6',
    title: 'Technical Approach',
    content: 'The pattern and the libraries, and why they fit this repository.',
  },
  {
    number: '2.7',
    title: 'Architecture Decisions',
    content: 'A table `| Decision | Options | Choice | Why |`.',
  },
  {
    number: '3',
    title: 'Requirements',
    content:
      'A numbered list of what the program will do. Each can be decided by yes or no and is tested in section 10. None for documentation.',
  },
  {
    number: '4',
    title: 'Alternatives Considered',
    content: 'What else was possible, and why not.',
  },
  {
    number: '5',
    title: 'Data & Fixtures',
    content: 'Where data comes from, what test data is needed.',
  },
  { number: '6', title: 'Diagram', content: 'One mermaid diagram in a code fence.' },
  {
    number: '7',
    title: 'Security & Safety',
    content:
      'Input validation, secrets, files only inside the worktree, destructive acts; the fail mode (open or closed), timeouts, and how to recover.',
  },
  {
    number: '8',
    title: 'Performance & Cost',
    content: 'The worst case: loops, calls, bytes, money, each with its bound.',
  },
  {
    number: '9',
    title: 'Legal & Compliance',
    content:
      'Licences of what is added, personal data, terms of services; `None.` with the reason if nothing applies.',
  },
  {
    number: '10',
    title: 'Verification & Testing',
    content: 'Nothing by itself; its parts follow.',
  },
  {
    number: '10.1',
    title: 'Test Scenarios',
    content:
      'A table `| ID | Scenario | Type | Input | Expected Output | Pass Criteria |`. Each scenario names its requirement as (REQ-n). Type is Auto, Stays or Manual: Auto is tested by a test that fails before the change and passes after; Stays is behaviour that must not change or must not come about (nothing is suggested where nothing is close), tested by one that passes before and after; Manual is written with its reason, `Manual: <why no test can do it>`. Concrete values, never "works as expected".',
  },
  {
    number: '10.2',
    title: 'Test Commands',
    content: 'The commands that run these tests, in a code fence.',
  },
  {
    number: '11',
    title: 'Risks & Mitigations',
    content: 'A table `| Risk | Impact | Likelihood | Mitigation |`.',
  },
  {
    number: '12',
    title: 'Definition of Done',
    content: 'Check boxes. Files named here are also in 2.1.',
  },
].map(({ number, title, content }) => {
  const heading = number.includes('.') ? `### ${number} ${title}` : `## ${number}. ${title}`
  return { name: number, heading, content }
})
