/** A computer on which a person is signed in to a program. */
export type DeviceRef = { id: string; product: string; subscriberId: string; name: string; system: string }

/** `endAddress`: where the owner of a new device ends the sign-in without signing in. */
export type DeviceChange =
  | { type: 'device.approved'; device: DeviceRef; network: string; endAddress: string }
  | { type: 'device.released'; devices: readonly DeviceRef[]; by: Releaser }

/** Who signed a device out: its owner, support, the program itself, or the system if it was not seen for 60 days. */
export const releasers = ['owner', 'support', 'program', 'unseen'] as const
export type Releaser = (typeof releasers)[number]

/** A device as its owner sees it. */
export type DeviceView = {
  id: string
  product: string
  name: string
  system: string
  version: string
  approved: Date
  lastSeen: Date
  /** Until when its program runs without a connection. */
  leaseUntil: Date | null
  signedOut: Date | null
  signedOutBy: Releaser | null
}
