/** The sheet of keyboard shortcuts. Keys are named as the handbook names them. */
export const keyboardWords = {
  title: 'Keyboard shortcuts',
  close: 'Close',
  key: 'Key',
  does: 'What it does',
  single: '/ J K and ? work anywhere on the page',
  singleHint: 'Without this, they work only inside the list. Turn it off if you control the computer by voice.',
  page: [
    ['/', 'Go to the search box'],
    ['Ctrl K', 'Go to the search box, even while you type'],
    ['J K', 'Go to the list, then down and up'],
    ['?', 'Show this sheet'],
  ],
  lists: {
    users: [
      ['↑ ↓ ← →', 'Move in the list'],
      ['Enter', 'Open the person'],
      ['Space', 'Select the row'],
      ['Shift F10', 'Open the menu of the row'],
    ],
    reviews: [
      ['A', 'Approve, after a dialog'],
      ['R', 'Refuse, after a dialog'],
    ],
  },
} as const
