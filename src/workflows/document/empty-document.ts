/** A template for a drafter: the headings, each with a comment that says what belongs below it. */
export function emptyDocument(
  title: string,
  sections: readonly { readonly heading: string; readonly content: string }[],
): string {
  const parts = sections.map(({ heading, content }) => `${heading}\n\n<!-- ${content} -->`)
  return [title, ...parts].join('\n\n')
}
