import type { TemplateSection } from '../document/sections.ts'

/** The sections of an issue, in order. */
export const SECTIONS: readonly TemplateSection[] = [
  {
    title: 'User Story',
    content: 'As a <kind of user>, I want <a capability>, so that <a benefit>. One sentence.',
  },
  {
    title: 'Objective',
    content:
      'One or two sentences: what is different when this is done. Then a heading `### Open Questions` with one bullet for each, or exactly `None.`',
  },
  {
    title: 'UX Flow',
    content:
      'Numbered steps under `### Happy Path`, and under `### Error Scenario` what the user sees when it goes wrong, word for word where a message is shown. More scenarios if there are more.',
  },
  {
    title: 'Requirements',
    content: 'A numbered list, grouped by topic with `### <topic>` if it is long. One demand each.',
  },
  {
    title: 'Technical Approach',
    content:
      'Where it belongs in this repository and what it builds on, in a few sentences. No design: that follows.',
  },
  { title: 'Risks', content: 'What could go wrong and how that is kept small; a bullet each.' },
  {
    title: 'Security Considerations',
    content:
      'Input that is checked, secrets, permissions that are needed, data that leaves the machine; the fail-safe.',
  },
  {
    title: 'Files',
    content: 'Files or modules that will be new or change, as `paths`, as far as can be told.',
  },
  {
    title: 'Dependencies',
    content: 'Other issues, packages and services this needs, or `None.`',
  },
  { title: 'Out of Scope', content: 'What this explicitly does not do; at least one bullet.' },
  {
    title: 'Acceptance Criteria',
    content:
      'Check boxes, `- [ ] …`. Each can be decided by yes or no by somebody who looks at the program.',
  },
  {
    title: 'Definition of Done',
    content: 'Bullets: what must exist besides the behaviour: tests, docs, a changelog line.',
  },
  {
    title: 'Testing Notes',
    content: 'How to see it work and how to make it fail: inputs, limits, states to try.',
  },
].map(({ title, content }) => ({ name: title, heading: `## ${title}`, content }))
