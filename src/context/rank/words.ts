/** Words of names and texts, so that `dict_utils`, `dictUtils` and "dict utils" have something in common. */

/** Words that say nothing about where something is. */
const COMMON = new Set(
  `a about above acceptance after again all allow allows already also always an and another any are as at avoid be because
  been before behaviour behavior being below between both but by can cannot case cases could criteria current currently
  description did different do does doing done each either else etc even every example examples exist existing expected
  expects for from give given gives goal good has have having here how however if implement implementation in instead into
  is issue it its itself just keep keeps know known last left less let like long look made make makes many may might
  missing more most must need needed needs never new no non none not nothing notes now of off on once one only or other
  others our out over own per possible problem project proposal provide provides rather reason required requirement
  requirements same scope see should show shown simple since single so some something stay stays still such take takes than
  that the their them then there these they thing this those through to today too try two under unless until up use used
  useful user users uses using very was way we well were what when where whether which while who why will with within
  without work works would yes yet you your`.split(/\s+/),
)

/** Lower-case words of a name or a text, without those that say nothing; `isWorth` is asked by their first letters. */
export function wordsOf(text: string, isWorth: (start: string) => boolean = () => true): string[] {
  return text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length >= 3 && isWorth(word.slice(0, 3)) && !COMMON.has(word))
    .filter((word) => !/^\d+$/.test(word))
    .map(stemmed)
}

/** `parsers`, `parsing` and `parse` alike; roughly. */
function stemmed(word: string): string {
  if (word.length > 4 && /[^su]s$/.test(word)) return stemmed(word.slice(0, -1))
  if (word.length > 6 && word.endsWith('ing')) return word.slice(0, -3)
  if (word.length > 5 && word.endsWith('ed')) return word.slice(0, -2)
  return word.length > 4 && word.endsWith('e') ? word.slice(0, -1) : word
}

/** A name without the signs that spellings differ by. */
export function squeezed(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '')
}
