/** A mail ready to be sent. `html` and `text` say the same. */
export type Mail = { to: string; subject: string; html: string; text: string }
