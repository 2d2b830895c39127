import { constants, setPriority } from 'node:os'

/** Has the thread that calls it wait where the shop's own wants the processor. Elsewhere than on Linux it would be the whole process. */
export function lowerPriority(): void {
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
}
