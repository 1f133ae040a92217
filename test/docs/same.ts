/** True where values of either type can stand for the other. */
export type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false

/** Does not compile where they differ. */
export function same<_ extends true>(): void {}
