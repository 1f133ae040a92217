/** The variables by which git, and what an item's commands start of it, knows its repository. */
import { delimiter, dirname } from 'node:path'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * What says where a repository is, or how it is read: all that git calls local to one
 * (`git rev-parse --local-env-vars`) and what it sets for hooks. It may come from a hook that we run in, and be
 * about another place. `GIT_CONFIG_COUNT` is a user's, as in CI. Other names that begin alike are not even
 * git's: `GIT_COMMIT`, `GIT_BRANCH`.
 */
const PLACES: ReadonlySet<string> = new Set([
  ...['GIT_DIR', 'GIT_WORK_TREE', 'GIT_IMPLICIT_WORK_TREE', 'GIT_COMMON_DIR', 'GIT_NAMESPACE'],
  ...['GIT_INDEX_FILE', 'GIT_PREFIX', 'GIT_INTERNAL_SUPER_PREFIX', 'GIT_CONFIG'],
  ...['GIT_CONFIG_PARAMETERS', 'GIT_OBJECT_DIRECTORY', 'GIT_ALTERNATE_OBJECT_DIRECTORIES'],
  ...['GIT_GRAFT_FILE', 'GIT_SHALLOW_FILE', 'GIT_NO_REPLACE_OBJECTS', 'GIT_REPLACE_REF_BASE'],
  ...['GIT_ATTR_SOURCE', 'GIT_REFLOG_ACTION', 'GIT_QUARANTINE_PATH'],
])
const PLACES_ALIKE = /^GIT_(PUSH_OPTION_\w+|(LITERAL|GLOB|NOGLOB|ICASE)_PATHSPECS)$/

/** Variables of git that a git of ours gets: who commits, how a remote is reached, what the user's config says. */
const ANYWHERE =
  /^GIT_((AUTHOR|COMMITTER)_(NAME|EMAIL|DATE)|ASKPASS|SSH(_COMMAND|_VARIANT)?|SSL_\w+|HTTP_\w+|PROXY_\w+|EXEC_PATH|TEMPLATE_DIR|CONFIG_(GLOBAL|SYSTEM|NOSYSTEM|COUNT|(KEY|VALUE)_\d+)|LFS_SKIP_\w+|TRACE\w*)$/

/**
 * What else a git of ours gets. It is a list, since a config may call any variable a key: a filter or a monitor of files
 * that somebody has put into the repository's settings is started by git, and gets no key in this way.
 */
const FOR_GIT: ReadonlySet<string> = new Set([
  ...['PATH', 'HOME', 'USER', 'LOGNAME', 'SHELL', 'LANG', 'LANGUAGE', 'TZ', 'TERM'],
  ...['TMPDIR', 'TMP', 'TEMP', 'LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH'],
  // Agents and helpers that know passwords, should git have to fetch something.
  ...['SSH_AUTH_SOCK', 'SSH_AGENT_PID', 'SSH_ASKPASS', 'SSH_ASKPASS_REQUIRE'],
  ...['GNUPGHOME', 'GPG_TTY', 'DISPLAY', 'WAYLAND_DISPLAY', 'DBUS_SESSION_BUS_ADDRESS'],
  ...['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY'],
  ...['CURL_CA_BUNDLE', 'SSL_CERT_FILE', 'SSL_CERT_DIR'],
  // Marks by which a run or a CI runner finds what it has started.
  ...['AGENTOS_RUN', 'AGENTOS_WORKER', 'RUNNER_TRACKING_ID', 'JENKINS_NODE_COOKIE', 'BUILD_ID'],
  // Windows.
  ...['SYSTEMROOT', 'WINDIR', 'COMSPEC', 'PATHEXT', 'USERPROFILE', 'HOMEDRIVE', 'HOMEPATH'],
  ...['APPDATA', 'LOCALAPPDATA', 'PROGRAMDATA', 'PROGRAMFILES', 'PROGRAMFILES(X86)'],
])
const FAMILIES = /^(LC|XDG)_/

/** Without what says where another repository is. */
export function withoutPlaces(environment: Environment): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(environment).filter(([name]) => !PLACES.has(name) && !PLACES_ALIKE.test(name)),
  )
}

/** For a git of ours in this folder, whose repository is there or, if it is named, at `gitFolder`. */
export function environmentOfGit(
  environment: Environment,
  { folder, gitFolder }: { readonly folder: string; readonly gitFolder: string | undefined },
): NodeJS.ProcessEnv {
  return {
    ...onlyForGit(environment),
    ...placeOf(folder, gitFolder),
    LC_ALL: 'C',
    GIT_TERMINAL_PROMPT: '0',
    GIT_EDITOR: 'true',
  }
}

function onlyForGit(environment: Environment): NodeJS.ProcessEnv {
  const isForGit = (name: string) =>
    FOR_GIT.has(name.toUpperCase()) || FAMILIES.test(name) || ANYWHERE.test(name)
  return Object.fromEntries(Object.entries(environment).filter(([name]) => isForGit(name)))
}

function placeOf(folder: string, gitFolder: string | undefined): NodeJS.ProcessEnv {
  const bounds = { GIT_CEILING_DIRECTORIES: dirname(folder) }
  // Reading the user's repository must not even refresh its index.
  if (gitFolder === undefined) return { ...bounds, GIT_OPTIONAL_LOCKS: '0' }
  return { ...bounds, GIT_DIR: gitFolder, GIT_WORK_TREE: folder }
}

/**
 * What is added to the environment of a command in a worktree. It may start git in other repositories, so it is not
 * told of one; but without a `.git` in the worktree, git finds none further up.
 */
export function boundsOf(folder: string, environment: Environment): Environment {
  const outer = environment.GIT_CEILING_DIRECTORIES
  const ceilings = [dirname(folder), ...(outer === undefined ? [] : [outer])]
  return { GIT_CEILING_DIRECTORIES: ceilings.join(delimiter) }
}
