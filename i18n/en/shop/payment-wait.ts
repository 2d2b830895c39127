/** Every word of the page that waits for a payment. */
export const paymentWaitWords = {
  heading: 'Confirming your payment',
  text: 'This usually takes a few seconds. You can also close this page: your order is completed automatically.',
  again: 'Check again',
  processing: {
    heading: 'Your payment is being processed',
    text: 'A bank debit takes several working days. Your order is completed automatically when the payment arrives, and we will email you then. You do not need to order again.',
    button: 'Your subscriptions',
  },
  failed: {
    heading: 'Your payment did not go through',
    text: 'Your order was not carried out, and is now closed. You can order again and pay in another way, for example by card. If we still receive money for the closed order, we refund it.',
    button: 'Order again',
  },
  returned: {
    heading: 'We have received your payment',
    text: 'It did not start a new subscription, because you already have one, the order had already been closed, or we need to review your account first. We will refund any amount that is not applied to a subscription.',
    button: 'Your subscriptions',
  },
  unknown: {
    heading: 'Order not found',
    text: 'This order does not belong to your account.',
    button: 'Your subscriptions',
  },
  closed: {
    heading: 'The payment was not completed',
    text: 'You have not been charged.',
    button: 'Back to the order',
  },
}
