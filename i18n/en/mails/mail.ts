/**
 * The texts of the shop's emails. They never contain a name or other text that a visitor entered: otherwise a person
 * who registers another's address could send them any text in our name.
 */
export const mailWords = {
  /** The subject of a sample that an administrator sends to themselves. */
  test: (subject: string) => `Test: ${subject}`,
  footer: {
    questions: 'Questions? Write to',
    addressBelow: 'Or copy this address into your browser:',
  },
  alreadyKnown: {
    subject: 'You already have an account',
    preheader: (brand: string) => `Sign in to ${brand} with your existing account.`,
    heading: 'You already have an account',
    intro: (brand: string) =>
      `Someone, most likely you, has just registered with this address at ${brand}. This address already has an account, so we changed nothing.`,
    trial: {
      running: (plan: string, date: string) => `“${plan}” runs until ${date}.`,
      over: (plan: string, date: string) => `“${plan}” ended on ${date}.`,
      waiting: (plan: string) => `“${plan}” starts as soon as your account is approved.`,
      'on-hold': (plan: string) => `“${plan}” is on hold. It continues as soon as your account is approved.`,
    },
    button: 'Sign in',
    note: 'If you have forgotten your password, you can set a new one from the sign-in page. If it was not you who registered, there is nothing you need to do.',
  },
  signUpElsewhere: {
    subject: (brand: string) => `Confirm your address for ${brand}`,
    preheader: 'One more step: sign up with this address.',
    heading: 'Confirm your address',
    text: (brand: string) =>
      `Thank you for registering with ${brand}. Sign up or sign in with this email address to finish setting up your account.`,
    button: 'Sign up',
    note: 'If you did not register, you can ignore this email.',
  },
  trialStarted: {
    subject: (plan: string) => `Your trial has started: ${plan}`,
    preheader: (date: string) => `It runs until ${date}. Download the installer to begin.`,
    heading: (plan: string) => `Your trial has started: ${plan}`,
    runsUntil: (date: string) =>
      `It runs until ${date}, including that day, and then stops automatically. You will not be charged.`,
    next: 'Download the installer and run it on your computer.',
    button: 'Get the installer',
    note: 'Sign in to download: the link works only with your account.',
  },
  trialExtended: {
    subject: (plan: string, date: string) => `Your trial now ends on ${date}: ${plan}`,
    heading: (date: string) => `Your trial now ends on ${date}`,
    text: (plan: string, date: string) =>
      `You have extended “${plan}”. It runs until ${date}, including that day, and then stops automatically. You will not be charged.`,
    button: 'Your subscriptions',
    note: 'A trial can be extended once. To continue using the product, choose a plan.',
  },
  trialReminder: {
    'trial-ends-soon': {
      subject: (plan: string, date: string) => `Your trial ends on ${date}: ${plan}`,
      heading: (date: string) => `Your trial ends on ${date}`,
      text: (plan: string, date: string) =>
        `“${plan}” runs until ${date}, including that day, and then stops automatically.`,
    },
    'trial-ends-tomorrow': {
      subject: (plan: string, date: string) => `The last day of your trial is ${date}: ${plan}`,
      heading: (date: string) => `The last day of your trial is ${date}`,
      text: (plan: string, date: string) => `“${plan}” ends after ${date}. You will not be charged.`,
    },
    'trial-has-ended': {
      subject: (plan: string, _date: string) => `Your trial has ended: ${plan}`,
      heading: (_date: string) => 'Your trial has ended',
      text: (plan: string, date: string) => `The last day of “${plan}” was ${date}.`,
    },
    extend: (date: string) => `Need more time? You can extend the trial once, until ${date}, on your account page.`,
    goOn: 'To continue using the product, choose a plan:',
    offer: (plan: string, price: string, interval: string) => `${plan}: ${price}${interval}, excluding tax`,
    intervals: {
      week: (count: number) => (count === 1 ? ' a week' : ` every ${count} weeks`),
      month: (count: number) => (count === 1 ? ' a month' : ` every ${count} months`),
      year: (count: number) => (count === 1 ? ' a year' : ` every ${count} years`),
    },
    button: 'See the plans',
    note: 'You are receiving this email because you started a trial with this address.',
    stop: 'Stop these reminders',
  },
  receipt: {
    subject: (plan: string) => `Your receipt for ${plan}`,
    heading: 'Thank you for your payment',
    text: (plan: string) => `We have received your payment for ${plan}.`,
    until: (date: string) => `Your subscription is paid until ${date}.`,
    /** If nothing was charged. */
    free: {
      heading: 'Thank you for your order',
      text: (plan: string) => `Your order for “${plan}” is complete. Nothing was charged.`,
      until: (date: string) => `The current period ends on ${date}.`,
    },
    waits: 'Your subscription starts as soon as your account is approved. You get the full period.',
    /** If the person's country is denied. */
    country: {
      waits: 'Our products are not available in the country you entered, so your subscription has not started.',
      correct:
        'If the country is wrong, correct it on your account page. Once we approve the correction, your subscription starts, and you get the full period.',
      money: (support: string) =>
        `Your payment is not refunded automatically. To ask for a refund, write to ${support}.`,
    },
    numbered: (plan: string, number: string) => `Your receipt ${number} for ${plan}`,
    rows: {
      number: 'Invoice number',
      date: 'Date paid',
      plan: 'Plan',
      period: 'Period',
      net: 'Amount excluding tax',
      tax: 'Tax',
      total: 'Total',
      paid: 'Paid',
      card: 'Paid with',
      cardEnding: (brand: string | null, digits: string) => `${brand ?? 'Card'} ending in ${digits}`,
    },
    invoice: 'View invoice',
    button: 'Your subscriptions',
    note: 'You will find all invoices on your account page. To change your card or plan, choose “Manage billing” there.',
  },
  purchaseProcessing: {
    subject: (plan: string) => `Your payment is being processed: ${plan}`,
    heading: 'Your payment is being processed',
    text: (plan: string) =>
      `Thank you for your order. A bank debit takes several working days, so your order of “${plan}” is not complete yet.`,
    next: 'It is completed automatically when the payment arrives. We then email you the receipt, or tell you if the payment fails.',
    button: 'View your order',
    note: 'You do not need to order again. If our payment provider asks you to confirm your bank account, do so in its email.',
  },
  purchaseFailed: {
    subject: (plan: string) => `Your payment did not go through: ${plan}`,
    heading: 'Your payment did not go through',
    text: (plan: string) => `The payment for “${plan}” did not go through, so your order was not carried out.`,
    next: 'It is now closed. To get the product, order it again and pay in another way, for example by card.',
    button: 'Order again',
    note: 'If we still receive money for the closed order, we refund it.',
  },
  paymentFailed: {
    subject: (plan: string) => `Your payment did not go through: ${plan}`,
    heading: 'Your payment did not go through',
    text: (plan: string) => `We could not charge you for the renewal of ${plan}.`,
    until: (date: string) => `Your access continues until ${date}.`,
    retry: (date: string) => `We will try to charge you again on ${date}.`,
    /** The next attempt comes after access has ended. */
    retryLater: (date: string) =>
      `We will try to charge you again on ${date}, after your access has ended. A payment restores your access.`,
    noRetry: 'We will not retry automatically. To keep your access, pay the open invoice.',
    button: 'Pay now',
    accountButton: 'Update your card',
    note: 'Update your card, then pay the open invoice. You have not been charged.',
    action: {
      subject: (plan: string) => `Confirm your payment for ${plan}`,
      heading: 'Your bank needs you to confirm this payment',
      text: (plan: string) => `Your bank needs your approval to pay for the renewal of ${plan}.`,
      button: 'Confirm the payment',
      note: 'You have not been charged.',
    },
  },
  paymentRefunded: {
    subject: (plan: string) => `We refunded a payment for ${plan}`,
    heading: 'We refunded your payment',
    made: (plan: string, amount: string) => `We refunded ${amount} of what you paid for ${plan}.`,
    access: {
      goesOn: (plan: string) => `Your access to “${plan}” continues as before.`,
      until: (plan: string, date: string) => `Your access to “${plan}” continues until ${date}.`,
      ended: (plan: string) => `Your access to “${plan}” has ended.`,
    },
    rows: { amount: 'Amount refunded', card: 'Refunded to' },
    unused: (plan: string) =>
      `We received a payment for “${plan}” that we could not apply to a subscription, so we refunded it in full.`,
    button: 'Your subscriptions',
    note: 'Your bank may take several days to show the refund.',
  },
  refundFailed: {
    subject: (plan: string) => `Our refund could not be completed: ${plan}`,
    heading: 'Your refund did not reach you',
    text: (plan: string, amount: string) =>
      `Your bank returned our refund of ${amount} for “${plan}”, so you have not received it.`,
    next: 'We have been notified and will refund you in another way.',
    button: 'Your subscriptions',
    note: (support: string) => `If your account or card has changed, tell us how to refund you: ${support}.`,
  },
  planChanged: {
    subject: (plan: string) => `Your plan is now ${plan}`,
    heading: 'Your plan has changed',
    bySupport: (from: string, to: string, date: string) =>
      `Our support team changed your plan from “${from}” to “${to}” on ${date}.`,
    neutral: (from: string, to: string, date: string) => `Your plan changed from “${from}” to “${to}” on ${date}.`,
    free: 'You were not charged for the change.',
    credited: (amount: string) =>
      `You were not charged for the change. The unused time of your previous plan gave you a credit of ${amount}, which will be applied to your next charges.`,
    due: (amount: string) => `The change costs ${amount}, which is not paid yet.`,
    nextCharge: (amount: string, date: string) => `Your next charge is ${amount} on ${date}.`,
    nextDate: (date: string) => `Your next charge is on ${date}.`,
    ends: (plan: string, date: string) => `“${plan}” ends on ${date}.`,
    button: 'Your subscriptions',
    note: (support: string) => `If you have a question about this change, write to ${support}.`,
  },
  priceChanged: {
    subject: (plan: string) => `The price has changed: ${plan}`,
    heading: 'The price of your plan has changed',
    text: (plan: string, from: string, to: string, date: string) =>
      `The price of “${plan}” changed from ${from} to ${to} on ${date}.`,
    button: 'Your subscriptions',
    note: (support: string) => `If you have a question about this price, write to ${support}.`,
  },
  renewalNotStopped: {
    subject: (plan: string) => `We could not stop the renewal yet: ${plan}`,
    heading: 'Your renewal is not stopped yet',
    text: (plan: string) =>
      `We tried to stop the renewal of “${plan}”, but our payment provider refused the change. We have been notified and will stop it for you.`,
    promise: 'If you are charged anyway, we will refund the payment in full.',
    button: 'Your subscriptions',
    note: 'You do not need to do anything.',
  },
  cardExpiring: {
    subject: 'Your card is about to expire',
    heading: 'Your card is about to expire',
    text: (plan: string, card: string, month: string) =>
      `The card ending in ${card}, which pays for “${plan}”, expires at the end of ${month}.`,
    button: 'Change the card',
    note: 'With a new card your subscription continues without a break.',
  },
  renewalComing: {
    subject: (plan: string, date: string) => `Your subscription renews on ${date}: ${plan}`,
    heading: (date: string) => `Your subscription renews on ${date}`,
    text: (plan: string, term: string) => `We will charge you for ${term} of ${plan}.`,
    /** What the payment provider will charge after tax, discounts and credit. */
    exact: (plan: string, term: string, amount: string) =>
      `We will charge you ${amount} in total for ${term} of ${plan}.`,
    /** If a change of plan is scheduled for that day; null for a plan without a title. */
    otherPlan: (plan: string | null) =>
      plan === null ? 'Your plan changes on that day.' : `Your plan changes to “${plan}” on that day.`,
    total: (amount: string) => `We will charge you ${amount} in total.`,
    terms: {
      week: (count: number) => (count === 1 ? 'another week' : `another ${count} weeks`),
      month: (count: number) => (count === 1 ? 'another month' : `another ${count} months`),
      year: (count: number) => (count === 1 ? 'another year' : `another ${count} years`),
    },
    button: 'Your subscriptions',
    note: 'You can stop the renewal on your account page until then.',
  },
  renewalStopped: {
    subject: (plan: string) => `Your subscription will not renew: ${plan}`,
    heading: 'Renewal stopped',
    text: (plan: string, date: string) =>
      `“${plan}” remains active until ${date} and then ends. You will not be charged again.`,
    processing: (amount: string) => `A payment of ${amount} is still being processed.`,
    due: (amount: string, date: string) => `An invoice of ${amount} must still be paid by ${date}.`,
    onceOwedIsPaid: (plan: string, date: string) =>
      `Once it is paid, “${plan}” remains active until ${date} and then ends. No other payment will be collected.`,
    onHold: (plan: string) =>
      `Access to “${plan}” stays on hold until the review of your account is complete. The subscription will not renew. If your account is approved, the days on hold are added, and the subscription ends after them.`,
    button: 'Your subscriptions',
    notes: {
      resumable: 'To keep it after that day, resume the renewal or buy it again there.',
      over: 'To keep it after that day, buy it again there.',
    },
    onHoldNotes: {
      resumable: 'If your account is approved, you can resume the renewal there.',
      over: 'If your account is approved, you can buy it again there.',
    },
    /** On hold because the person's country is denied. */
    country: {
      onHold: (plan: string) =>
        `Access to “${plan}” stays on hold because our products are not available in the country you entered. The subscription will not renew. If we approve another country, the days on hold are added, and the subscription ends after them.`,
      onHoldNotes: {
        resumable: 'If we approve another country, you can resume the renewal there.',
        over: 'If we approve another country, you can buy it again there.',
      },
    },
  },
  renewalResumed: {
    subject: (plan: string) => `Your subscription will renew: ${plan}`,
    heading: 'Renewal resumed',
    text: (plan: string, date: string) => `“${plan}” renews on ${date}.`,
    onHold: (plan: string) =>
      `Access to “${plan}” stays on hold until the review of your account is complete, and you are not charged in the meantime. If your account is approved, the days on hold are added, and the subscription renews after them.`,
    button: 'Your subscriptions',
    note: 'You can stop the renewal on your account page until then.',
    onHoldNote: 'You can stop the renewal on your account page.',
    /** On hold because the person's country is denied. */
    country: {
      onHold: (plan: string) =>
        `Access to “${plan}” stays on hold because our products are not available in the country you entered, and you are not charged in the meantime. If we approve another country, the days on hold are added, and the subscription renews after them.`,
    },
  },
  subscriptionEnded: {
    subject: (plan: string) => `Your subscription has ended: ${plan}`,
    heading: 'Your subscription has ended',
    text: (plan: string) => `“${plan}” has ended.`,
    nothingMore: 'You will not be charged again.',
    unknown:
      'We could not confirm with our payment provider whether it was renewed. If a payment arrives, your access is restored automatically.',
    processing: (amount: string) =>
      `A payment of ${amount} is still being processed. If it arrives and gives you no further access, we refund it. No other payment will be collected.`,
    retry: (date: string) => `We will try to charge you again on ${date}. A payment restores your access.`,
    payable: 'You can still pay the open invoice. A payment restores your access.',
    payButton: 'Pay now',
    button: 'See the plans',
    note: 'You can choose a plan again at any time.',
  },
  oldLists: {
    subject: (count: number) =>
      count === 1 ? 'A screening list is out of date' : `${count} screening lists are out of date`,
    preheader: (count: number) =>
      `${count === 1 ? 'It has' : 'They have'} not been confirmed as current for more than three days.`,
    text: (brand: string, count: number) =>
      count === 1
        ? `${brand} still compares people with this list. Its files have not been confirmed as current for more than three days:`
        : `${brand} still compares people with these lists. Their files have not been confirmed as current for more than three days:`,
    age: (days: number) => (days === 1 ? '1 day old' : `${days} days old`),
    todo: 'If the server downloads the lists, check its log for failed downloads. If you put the files into the folder yourself, download them again, or update their modification time (touch) if the publisher has no newer files.',
    button: 'Open the screening page',
    note: 'We will not send this again unless the list is updated and then goes out of date again.',
  },
  paymentIssues: {
    subject: (count: number) => (count === 1 ? 'A new payment issue' : `${count} new payment issues`),
    preheader: (count: number) => `An administrator needs to look at ${count === 1 ? 'it' : 'them'}.`,
    text: (brand: string) => `Payments at ${brand} need an administrator:`,
    count: (open: number, fresh: number, date: string) =>
      `${open} open,${fresh === open ? '' : ` ${fresh} of them new,`} since ${date}.`,
    button: 'Open the payment issues',
    note: 'You get this email once a day at most for each kind of issue.',
  },
  endpoint: {
    failing: {
      subject: 'A webhook endpoint is failing',
      preheader: 'No message has been delivered for a day.',
      text: (brand: string) =>
        `${brand} could not deliver any message to this endpoint for a day. Messages are queued and retried. If nothing succeeds for five more days, the endpoint is switched off.`,
    },
    off: {
      subject: 'A webhook endpoint was switched off',
      preheader: 'Nothing is sent to it any more.',
      text: (brand: string) =>
        `${brand} has switched this endpoint off, because it responded that it is gone, or because nothing could be delivered for too long. Queued messages are kept. Once the receiver works again, switch the endpoint on and replay what happened in the meantime.`,
    },
    shared: {
      url: 'Endpoint',
      button: 'Open the integrations',
      note: 'Every administrator gets this email once.',
    },
  },
  pendingApproval: {
    subject: 'Your account is pending approval',
    preheader: (plan: string) => `“${plan}” starts once your account is approved.`,
    heading: 'Your account is pending approval',
    intro: (plan: string) =>
      `“${plan}” starts as soon as your account is approved. You get the full period: it starts when we approve your account.`,
    required: 'To approve your account, we need a business email address at your company.',
    exception: (support: string) =>
      `If you do not have one, ask for an exception: write to ${support}, and say which company you work for and what you would like to use the product for.`,
    /** Used if neither the address nor the company is the reason. */
    question: (support: string) =>
      `If you have a question, write to ${support}, and say which company you work for and what you would like to use the product for.`,
    note: 'We will email you once your account is approved. You can download the product then.',
  },
  accountApproved: {
    subject: 'Your account has been approved',
    preheader: 'You can now start.',
    text: (brand: string) => `Your account at ${brand} has been approved.`,
    next: 'Trials and subscriptions that were waiting or on hold are now running, and you get the full period. If you have none yet, you can choose a plan.',
    button: 'Your subscriptions',
  },
  onHold: {
    subject: 'Your account is being reviewed',
    preheader: 'Your access is on hold until the review is complete.',
    text: (brand: string) =>
      `We are reviewing your account at ${brand}. Your access is on hold until the review is complete.`,
    days: 'Once your account is approved, your access continues, and the days on hold are added. We will email you our decision.',
    support: (support: string) => `If you have a question, write to ${support}.`,
    button: 'Your subscriptions',
    /** If the person's country is denied, which no review decides. The email names no reason either. */
    country: {
      subject: 'Your access is on hold',
      preheader: 'Your account page shows the reason and what you can do.',
      text: (brand: string) =>
        `Your access at ${brand} is on hold. Your account page shows the reason and what you can do.`,
      money: (support: string) =>
        `If you have paid for a subscription, it does not renew while your access is on hold. What you have paid is not refunded automatically. To ask for a refund, write to ${support}.`,
    },
  },
  birthDate: {
    subject: 'We need your date of birth to finish our review',
    preheader: 'Enter it on our website to finish the review of your account.',
    text: (brand: string) =>
      `We are reviewing your account at ${brand}. Your date of birth helps us distinguish you from other people with similar names.`,
    use: 'We use it for this review only. Do not send it by email.',
    support: (support: string) => `If you have a question, write to ${support}.`,
    button: 'Enter your date of birth',
    note: 'The link works once, for 30 days at most, and only until the review is complete.',
  },
  accountRefused: {
    subject: 'Your account was not approved',
    preheader: 'We cannot offer you our products.',
    text: (brand: string) => `We have looked at your account at ${brand} and cannot approve it.`,
    ends: 'Your trials and subscriptions have ended, and no new payment will be collected.',
    mistake: (support: string) => `If you think this is a mistake, write to ${support}.`,
  },
  trialRefused: {
    button: 'Open the trial page',
    running: {
      subject: 'You already have a trial',
      text: (plan: string, date: string) => `You already have “${plan}”: it runs until ${date}.`,
    },
    over: {
      subject: 'Your trial has expired',
      text: (plan: string, date: string) =>
        `You have already used “${plan}”: it ended on ${date}. Each person can have only one trial.`,
    },
    /** The trial of a person who was erased, without the date, which is not stored. */
    had: {
      subject: 'Your trial has expired',
      text: (plan: string) => `This address has already used “${plan}”. Each person can have only one trial.`,
    },
    notApproved: {
      subject: 'Your trial was not started',
      text: (plan: string) => `We cannot offer you “${plan}” because your account was not approved.`,
      exception: (support: string) => `If you think this is a mistake, write to ${support}.`,
    },
  },
  notAvailable: {
    subject: (plan: string) => `Your trial is not available in your country: ${plan}`,
    preheader: 'Your trial was not started.',
    heading: 'Not available in your country',
    text: (plan: string) =>
      `You asked for “${plan}”. We are not permitted to offer it in the country you registered with, so it was not started.`,
    mistake: (support: string) => `If you chose the wrong country by mistake, write to ${support}.`,
  },
  emailChange: {
    link: {
      subject: (brand: string) => `Confirm your new email address for ${brand}`,
      preheader: 'One more step: confirm this address.',
      heading: 'Confirm your new email address',
      text: {
        person: (brand: string) =>
          `You asked to change the email address of your account at ${brand} to this one. It changes once you confirm it.`,
        support: (brand: string) =>
          `Our support team was asked to change the email address of an account at ${brand} to this one. Please confirm it. The change takes effect 24 hours after the request, or earlier if it is agreed to from the current address.`,
      },
      button: 'Confirm address',
      note: 'The link is valid for 24 hours. If you did not ask for this, you can ignore this email.',
    },
    requested: {
      subject: (brand: string) => `Request to change your email address at ${brand}`,
      preheader: 'If you did not ask for this, cancel it.',
      heading: 'A new email address was requested',
      text: {
        person: (brand: string) =>
          `Someone who is signed in to your account at ${brand} and gave its password asked to change its email address. Your account keeps this address until the new one is confirmed.`,
        support: (brand: string) =>
          `Our support team was asked to change the email address of your account at ${brand}. The new address takes effect after 24 hours at the earliest, once it is confirmed. If you asked for this and do not want to wait, agree to it.`,
      },
      notYou: (support: string) => `If you did not ask for this, cancel the change. For questions write to ${support}.`,
      cancel: 'Cancel the change',
      agree: 'Agree to the change',
      note: {
        person:
          'The link to cancel is valid for 7 days, even after the change. It gives you this address back, signs out all devices and disables the password.',
        support:
          'The links are valid until the change takes effect, or for 24 hours if the new address is not confirmed.',
      },
    },
    taken: {
      subject: (brand: string) => `This address already has an account at ${brand}`,
      preheader: 'Nothing was changed.',
      heading: 'This address already has an account',
      text: (brand: string) =>
        `Someone, most likely you, asked to use this address for another account at ${brand}. This address already has an account, so we changed nothing.`,
      notYou: (support: string) => `If you want to use it for the other account, write to ${support}.`,
    },
    done: {
      subject: (brand: string) => `Your email address at ${brand} has changed`,
      preheader: 'Your account has a new email address.',
      heading: 'Your email address has changed',
      text: (brand: string) =>
        `Your account at ${brand} has a new email address. You can no longer sign in with the address this email was sent to.`,
      notYou: (support: string) => `If you did not ask for this, write to ${support} now.`,
      cancel: 'Get this address back',
      cancelNote:
        'The link is valid for 7 days. It gives you this address back, signs out all devices and disables the password.',
    },
    restored: {
      subject: (brand: string) => `The change of your email address at ${brand} was cancelled`,
      preheader: 'The owner of the earlier address cancelled it.',
      heading: 'The change was cancelled',
      text: {
        restored: (brand: string) =>
          `The owner of the earlier address cancelled the change of the email address of an account at ${brand} to this one. The account has the earlier address again. You can no longer sign in with the address this email was sent to.`,
        taken: (brand: string) =>
          `The owner of an earlier address cancelled the change of the email address of your account at ${brand} to this one. The account keeps this address, because the earlier one now belongs to another account. All devices are signed out, and the password no longer works.`,
      },
      notYou: (support: string) => `If the account is yours, write to ${support}.`,
    },
  },
  erasure: {
    requested: {
      subject: (brand: string) => `Your request to delete your account at ${brand}`,
      preheader: 'We will delete your account within a month.',
      heading: 'We have received your request',
      text: (brand: string) =>
        `You asked us to delete your account at ${brand}. We will do so within a month and tell you once it is done. Until then you can withdraw the request on your account page.`,
      notYou: (support: string) => `If you did not ask for this, withdraw it there, and write to ${support}.`,
      button: 'Your account',
    },
    done: {
      subject: (brand: string) => `Your account at ${brand} is deleted`,
      preheader: 'We have deleted your account, as you asked.',
      heading: 'Your account is deleted',
      text: (brand: string) =>
        `As you asked, we have deleted your account at ${brand}. Trials and subscriptions have ended, and no new payment will be collected. A payment that is still being processed will be refunded.`,
      kept: 'We keep invoices and other records only as the law requires. This is the last email you will receive from us.',
    },
  },
}
