/** Thrown when the environment is wrong; the message names every faulty variable. */
export class ConfigError extends Error {}
