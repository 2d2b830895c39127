/** Who signed a device out: its owner, support, the program itself, or the system if it was not seen for 60 days. */
export const releasers = ['owner', 'support', 'program', 'unseen'] as const
export type Releaser = (typeof releasers)[number]
