/** The computers on which people are signed in to a program, as they see them on the account page. */
export const deviceWords = {
  title: 'Your computers',
  text: 'The programs that you have signed in to on a computer appear here. Each renews its licence once a day while it has a connection.',
  empty: 'No computers are signed in.',
  unnamed: 'Unnamed computer',
  approved: (moment: string) => `Signed in on ${moment}`,
  lastSeen: (moment: string) => `last seen on ${moment}`,
  leaseUntil: (moment: string) => `Works without a connection until ${moment}`,
  file: 'Licence file for a computer without a network',
  end: 'Sign out',
  ending: 'Signing out',
  ended:
    'The computer has been signed out. The program on it stops when it next connects, or when its licence expires.',
  endAll: 'Sign out all computers',
  allEnded:
    'All computers have been signed out. The programs on them stop when they next connect, or when their licences expire.',
}
