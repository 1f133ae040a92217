import { median } from './median.ts'

/** What doing it once took, as one or more numbers. */
type Trial<Numbers> = () => Promise<Numbers>

/**
 * The medians of each trial's numbers. In every round all take their turn, so that what else the machine
 * does is in all of them.
 */
export async function medians<Name extends string, Numbers extends object>(
  rounds: number,
  trials: Readonly<Record<Name, Trial<Numbers>>>,
): Promise<Record<Name, Numbers>> {
  const names = Object.keys(trials) as Name[]
  const taken = new Map<Name, Numbers[]>(names.map((name) => [name, []]))
  for (let round = 0; round < rounds; round++)
    for (const [name, results] of taken) results.push(await trials[name]())
  return Object.fromEntries(
    Array.from(taken, ([name, results]) => [name, medianOfEach(results)]),
  ) as Record<Name, Numbers>
}

function medianOfEach<Numbers extends object>(results: readonly Numbers[]): Numbers {
  const fields = Object.keys(results[0] ?? {}) as (keyof Numbers)[]
  return Object.fromEntries(
    fields.map((field) => [field, median(results.map((result) => Number(result[field])))]),
  ) as Numbers
}
