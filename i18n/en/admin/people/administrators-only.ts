/** What support agents read on a page of administrators. */
export const administratorsOnlyWords = {
  heading: 'Administrators only',
  text: 'Only administrators can open this page. If you need something from it, ask one of them.',
  button: 'Back to Users',
}
