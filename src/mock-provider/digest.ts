import { hash } from 'node:crypto'

/** 64 hexadecimal digits that stand for the parts, the same on every machine. */
export function digest(...parts: readonly unknown[]): string {
  return hash('sha256', JSON.stringify(parts))
}
