/** Eight digits that nobody has to guess: what makes secrets takes long to load, and any chance will do. */
export function anyHex(): string {
  return Math.floor(Math.random() * 2 ** 32)
    .toString(16)
    .padStart(8, '0')
}
