/** The page's own script and style. The build puts the texts themselves in the place of this file. */
import { readFileSync } from 'node:fs'
import { joinModules } from './join-modules.ts'

export const SCRIPT = joinModules(new URL('browser/main.ts', import.meta.url))
export const STYLE = readFileSync(new URL('page.css', import.meta.url), 'utf8')
