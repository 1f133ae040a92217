/**
 * A worker that has done its item has run most of what such items take: its code is worth keeping. In a
 * checkout nothing is kept; in the package, this is given by `boot.ts`.
 */
export function keepCompiledCode(): void {}
