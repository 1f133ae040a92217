/** `npm run plug`: every workflow cut off at every point, and the tables of docs/pulling-the-plug. */
import { expect, test } from 'vitest'
import { killCoordinator, killGit, killWorker } from './pull-the-plug.ts'
import { GIT_KILLS, IMPLEMENT, PLUGGED } from './workflows.ts'

const TABLES = '../../docs/pulling-the-plug'

test.each(PLUGGED)('the worker of $workflow', async (plugged) => {
  const rows = await killWorker(plugged, [...plugged.points, ...plugged.last])
  await keep(plugged.workflow, 'worker', rows)
})

test.each(PLUGGED)('the coordinator of $workflow', async (plugged) => {
  await keep(plugged.workflow, 'coordinator', await killCoordinator(plugged, plugged.points))
})

test('git, for implement', async () => {
  const rows = await killGit(IMPLEMENT, GIT_KILLS)
  const table = `# Git, killed with SIGKILL while \`implement\` works

One item; git, and those that are named with it, killed at each of these moments one after the other. The user's branch and
index stayed as they were; what was made came out the same, file for file but for times. Made by \`npm run plug\`.

| call | killed | who | answered calls that were made again |
| --- | --- | --- | --- |
${rows.join('\n')}
`
  await expect(table).toMatchFileSnapshot(`${TABLES}/implement-git.md`)
})

async function keep(workflow: string, killed: string, rows: readonly string[]): Promise<void> {
  const table = `# The ${killed} of \`${workflow}\`, killed with SIGKILL

One item, the ${killed} killed at each of these points one after the other, gone on with each time by the
same command. What was made came out the same, file for file but for times. Made by \`npm run plug\`.

| killed when | answered calls that were made again |
| --- | --- |
${rows.join('\n')}
`
  await expect(table).toMatchFileSnapshot(`${TABLES}/${workflow}-${killed}.md`)
}
