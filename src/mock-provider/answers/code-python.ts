/** Tests and code in Python, for pytest. */
import { posix } from 'node:path'
import { slugOf } from '../../model/text/slug.ts'
import { type CodeOptions, type DesignFacts, ruleOf } from './design-facts.ts'
import type { Project } from './project.ts'

/** A text is the same literal in JSON and in Python. */
const literal = (text: string) => JSON.stringify(text)

/** The line by which another module has the function. */
export function pythonImport({ source, functionName }: DesignFacts, project: Project): string {
  const name = posix.basename(source, '.py')
  return `from ${project.importedAs.replace('<name>', name)} import ${functionName}`
}

export function pythonTests(facts: DesignFacts, project: Project): string {
  const { functionName, scenarios } = facts
  const cases = scenarios.map(
    ({ id, text }, index) => `

def ${testName(id, text)}():
    expected = {"ok": True, "message": ${literal(ruleOf(text))}}
    assert ${functionName}("case ${index + 1}") == expected
`,
  )
  return `${pythonImport(facts, project)}
${cases.join('')}

def test_${(scenarios[0]?.id ?? 'T010').toLowerCase()}b_req_1_an_empty_input_is_refused():
    assert ${functionName}(" ") == {"ok": False, "message": "The input is empty."}
`
}

/** `test_t010_req_1_the_list_is_empty` */
function testName(id: string, text: string): string {
  const requirement = /REQ-\d+/.exec(text)?.[0] ?? ''
  return `test_${slugOf(`${id} ${requirement} ${ruleOf(text)}`).replaceAll('-', '_')}`
}

export function pythonCode(facts: DesignFacts, { isWrong, isBounded }: CodeOptions): string {
  const { functionName, scenarios, title } = facts
  const bound = `    if len(text) > MOST_CHARACTERS:
        return refused("The input is too long.")
`
  return `"""${title.replace(/["\\]/g, '')}: what is promised, case by case."""

import re
from typing import TypedDict

RULES = [
${scenarios.map(({ text }) => `    ${literal(ruleOf(text))},`).join('\n')}
]
${isBounded ? 'MOST_CHARACTERS = 1_000_000\n' : ''}

class Result(TypedDict):
    ok: bool
    message: str


def ${functionName}(text: str) -> Result:
    """Never raises: what goes wrong is in the result."""
    if text.strip() == "":
        return refused("The input is empty.")
${isBounded ? bound : ''}    found = re.fullmatch(r"case (\\d+)", text.strip())
    number = int(found.group(1)) if found else -1
    rule = dict(enumerate(RULES, ${isWrong ? 0 : 1})).get(number)
    if rule is None:
        return refused("There is no such case.")
    return {"ok": True, "message": rule}


def refused(message: str) -> Result:
    return {"ok": False, "message": message}
`
}
