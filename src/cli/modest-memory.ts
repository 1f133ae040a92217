/**
 * A run may go on for hours, and keeps little of what passes through it: the room for what lives briefly need
 * not grow. V8 would let it, and of ten thousand items more memory be taken than of a hundred.
 */
export function stayModest(): void {
  process.getBuiltinModule('node:v8').setFlagsFromString('--semi-space-growth-factor=1')
}
