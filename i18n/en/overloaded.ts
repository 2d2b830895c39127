export const overloadedWords = {
  title: 'Very busy',
  page: 'We are very busy right now. This page will retry in a few seconds.',
  form: 'We are very busy right now, so what you sent was not processed. Wait a few seconds, then reload this page to send it again.',
}
