/** Saved views of the users list. */
export const viewWords = {
  views: 'Views',
  saved: 'Saved views',
  none: 'No saved views yet. Search, filter or sort the list, then save it here under a name.',
  name: 'Name of the view',
  save: 'Save this view',
  rename: (name: string) => `Rename ${name}`,
  renameTo: (name: string) => `New name for ${name}`,
  keep: 'Rename',
  discard: 'Cancel',
  remove: (name: string) => `Delete ${name}`,
  saveFailed: 'The view could not be saved. Please try again.',
  removeIt: 'Delete',
  removeFailed: 'The view could not be deleted. Please try again.',
  done: (name: string) => `View “${name}” saved`,
  removed: (name: string) => `View “${name}” deleted`,
} as const
