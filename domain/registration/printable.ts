/**
 * Characters that no text of a visitor can contain: control characters, unpaired surrogates, and the replacement for
 * invalid bytes. A database cannot store U+0000 at all. `unprintableInLines` allows tabs and line breaks.
 */
export const unprintableCharacters = String.raw`\p{Cc}\p{Cs}\uFFFD`
export const unprintable = new RegExp(`[${unprintableCharacters}]`, 'u')
export const unprintableInLines = new RegExp(String.raw`(?![\n\r\t])[${unprintableCharacters}]`, 'u')

/** Patterns for a whole text without these characters. */
export const printableLine = `[^${unprintableCharacters}]*`
export const printableLines = String.raw`(?:[\t\n\r]|[^${unprintableCharacters}])*`

/** Blanks, code points that are ignored by default (`DI`), and the Braille pattern without dots. */
const invisibleCharacters = String.raw`\s\p{DI}\u2800`
/** Nothing that can be seen. */
export const invisible = new RegExp(`^[${invisibleCharacters}]*$`, 'u')

/** The beginning of a pattern: the text contains a visible character. */
export const visible = String.raw`(?=[\s\S]*[^${invisibleCharacters}])`
