/**
 * The same cases in every run of the tests, so that a failure is of the change and not of the day.
 * `npm run properties` looks for new ones.
 */
import fc from 'fast-check'

const seed = process.env.AGENTOS_PROPERTY_SEED ?? '20261118'
if (seed !== 'random') fc.configureGlobal({ seed: Number(seed) })
