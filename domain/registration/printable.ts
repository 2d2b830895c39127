/**
 * What no text of a visitor may contain: control characters, halves of surrogate pairs, and what stands for bytes that were no
 * text. A database cannot store the first of them, U+0000, at all. `unprintableInLines` allows tabs and ends of lines.
 */
export const unprintableCharacters = String.raw`\p{Cc}\p{Cs}\uFFFD`
export const unprintable = new RegExp(`[${unprintableCharacters}]`, 'u')
export const unprintableInLines = new RegExp(String.raw`(?![\n\r\t])[${unprintableCharacters}]`, 'u')

/** The same as patterns of a whole text. */
export const printableLine = `[^${unprintableCharacters}]*`
export const printableLines = String.raw`(?:[\t\n\r]|[^${unprintableCharacters}])*`

/** The beginning of a pattern: somewhere in the text is a character that can be seen. */
export const visible = String.raw`(?=[\s\S]*[^\s\p{Default_Ignorable_Code_Point}])`
