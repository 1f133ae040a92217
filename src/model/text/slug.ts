/** Lower case, spaces and underscores as hyphens, other characters dropped, hyphens collapsed. */
export function slugOf(text: string, longest = 60): string {
  const slug = text
    .toLowerCase()
    .replace(/[\s_]+/g, '-')
    .replace(/[^a-z0-9-]/g, '')
    .replace(/-+/g, '-')
    .replace(/^-/, '')
  return slug.slice(0, longest).replace(/-$/, '')
}
