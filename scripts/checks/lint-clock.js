// Our own lint rule, because no rule of oxlint distinguishes `new Date()` (reads the machine's clock) from `new
// Date(value)`. JavaScript, so that the linter also loads it with an older Node.
export default {
  meta: { name: 'clock' },
  rules: {
    'no-ambient-time': {
      create(context) {
        return {
          NewExpression(node) {
            if (node.callee.type === 'Identifier' && node.callee.name === 'Date' && node.arguments.length === 0) {
              context.report({ node, message: 'Time is handed in: take `now` as an argument instead of new Date().' })
            }
          },
          CallExpression(node) {
            if (node.callee.type === 'Identifier' && node.callee.name === 'Date') {
              context.report({ node, message: 'Time is handed in: take `now` as an argument instead of Date().' })
            }
          },
        }
      },
    },
  },
}
