/**
 * A `git` to be first on the path of a run: the real one, of which calls are killed in order, each at an exact moment. The
 * moments are those at which git itself calls something: a hook, or a filter while it checks out. So a kill
 * hits the same state of the repository on every machine.
 */
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface GitKill {
  /** The first call that has this among its words. */
  readonly call: string
  readonly when: Moment
  readonly along: Along
}

type Moment =
  /** It has done nothing yet. */
  | 'begun'
  /** It holds the locks of the refs that it changes. */
  | 'refs-locked'
  /** It holds the lock of the index, and writes files. */
  | 'checking-out'
  | 'index-written'
  /** All is done, but nobody knows. */
  | 'done'

/** What dies with it: nobody, its worker, or worker and coordinator. */
export type Along = 'alone' | 'with-worker' | 'with-coordinator'

export class GitToKill {
  /** To be first on the path. */
  readonly folder: string
  readonly #orders: string
  #count = 0

  constructor(root: string) {
    this.folder = join(root, 'bin')
    this.#orders = join(root, 'orders')
    const hooks = join(root, 'hooks')
    for (const folder of [this.folder, this.#orders, hooks]) mkdirSync(folder, { recursive: true })
    const attributes = join(root, 'attributes')
    writeFileSync(attributes, '* filter=kill\n')
    const kill = join(root, 'kill')
    writeScript(kill, KILL)
    writeScript(join(hooks, 'reference-transaction'), hook('prepared', 'refs-locked', kill))
    writeScript(join(hooks, 'post-index-change'), hook('*', 'index-written', kill))
    const filter = `test "$KILL_WHEN" = checking-out && '${kill}' $PPID; cat`
    const config = { 'core.hooksPath': hooks, 'core.attributesFile': attributes }
    const options = Object.entries({ ...config, 'filter.kill.smudge': filter })
    writeScript(join(this.folder, 'git'), wrapper({ orders: this.#orders, kill, options }))
  }

  /** One after the other; the next one only when the one before was carried out. */
  order(kills: readonly GitKill[], coordinator?: number): void {
    for (const { call, when, along } of kills) {
      this.#count += 1
      const name = String(this.#count).padStart(4, '0')
      const whom = along === 'with-coordinator' ? `${along} ${coordinator ?? 'parent'}` : along
      writeFileSync(join(this.#orders, name), `${call} ${when} ${whom}\n`)
    }
  }

  /** What has not been carried out. */
  get open(): number {
    return readdirSync(this.#orders).length
  }

  cancel(): void {
    for (const name of readdirSync(this.#orders)) rmSync(join(this.#orders, name), { force: true })
  }
}

function writeScript(path: string, text: string): void {
  writeFileSync(path, text)
  chmodSync(path, 0o755)
}

/** Ends whoever is to die along, the git that was started, which it may be itself, and one that this had started. */
const KILL = `#!/bin/sh
case $KILL_ALONG in
alone) along= ;;
with-worker) along=$KILL_WORKER ;;
with-coordinator) along="$KILL_COORDINATOR $KILL_WORKER" ;;
esac
kill -s KILL $along $KILL_GIT $1
`

function hook(state: string, when: Moment, kill: string): string {
  return `#!/bin/sh
case $1 in ${state}) test "$KILL_WHEN" = ${when} && exec '${kill}' $PPID ;; esac
exit 0
`
}

/** The order is taken by moving it, so only one call carries it out. */
function wrapper(options: {
  readonly orders: string
  readonly kill: string
  readonly options: readonly (readonly [string, string])[]
}): string {
  const { orders } = options
  const real = execFileSync('/bin/sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim()
  const added = options.options.map(([name, value]) => `-c '${name}=${quoted(value)}'`).join(' ')
  return `#!/bin/sh
order=
for order in '${orders}'/*; do break; done
test -f "$order" && read -r call KILL_WHEN KILL_ALONG KILL_COORDINATOR <"$order" || exec '${real}' "$@"
case " $* " in *" $call "*) ;; *) exec '${real}' "$@" ;; esac
mv "$order" '${orders}.taken'.$$ 2>/dev/null || exec '${real}' "$@"
rm '${orders}.taken'.$$
KILL_WORKER=$PPID KILL_GIT=$$
if [ "$KILL_COORDINATOR" = parent ]; then
  read -r status <"/proc/$PPID/stat"
  set_parent() { KILL_COORDINATOR=$2; }
  set_parent \${status##*) }
fi
export KILL_WHEN KILL_ALONG KILL_COORDINATOR KILL_WORKER KILL_GIT
case $KILL_WHEN in
begun) exec '${options.kill}' ;;
done)
  '${real}' "$@" >/dev/null 2>&1
  exec '${options.kill}'
  ;;
esac
# Git's own options come first; ours have the last word among them.
left=$# isBehind=
while [ "$left" -gt 0 ]; do
  word=$1 left=$((left - 1))
  shift
  if [ -z "$isBehind" ]; then
    case $word in
    -c)
      set -- "$@" "$word" "$1"
      shift
      left=$((left - 1))
      continue
      ;;
    -*) ;;
    *)
      isBehind=yes
      set -- "$@" ${added}
      ;;
    esac
  fi
  set -- "$@" "$word"
done
exec '${real}' "$@"
`
}

function quoted(text: string): string {
  return text.replaceAll("'", "'\\''")
}
