/** Words of the end of a list that is loaded page by page. */
export const listEndWords = {
  more: 'Show more',
  loading: 'Loading',
  all: 'All entries are shown.',
}
