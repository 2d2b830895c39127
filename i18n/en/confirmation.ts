/** Every word of the page after a trial has started or a purchase is paid. */
export const confirmationWords = {
  trial: {
    heading: (plan: string) => `Welcome to your ${plan}`,
    expires: (date: string) => `Your trial runs until ${date}.`,
    steps: 'Three steps to your first chart',
    download: {
      title: 'Download and install',
      text: 'Run the installer on the computer you will work on.',
      button: 'Download the installer',
    },
    check: {
      title: 'Check the installation',
      text: 'See whether the desktop client is on this computer.',
      button: 'Check if installed',
      checking: 'Checking',
      attempt: (attempt: number, of: number) => `Checking, ${attempt} of ${of}`,
      installed: 'The desktop client is installed.',
      missing: 'The desktop client was not found on this computer. Install it, then check again.',
      unsupported: 'The check works on Windows only, so we cannot tell on this computer.',
      noScripts: 'The check needs JavaScript, which is switched off in this browser.',
    },
    companion: {
      title: 'Add the statistics product',
      text: 'The companion statistics product installs beside it.',
      link: 'Download the statistics installer',
    },
  },
  paid: {
    heading: 'Thank you for your purchase',
    receipt: (email: string) => `A receipt is on its way to ${email}.`,
    text: 'Run the setup on the computer you will work on.',
    button: 'Download the setup',
  },
  waiting: {
    heading: 'Confirming your payment',
    text: 'This usually takes a few seconds. You can also close this page: your subscription starts by itself.',
    again: 'Look again',
    returned: {
      heading: 'Your payment has been recorded',
      text: 'It did not start a new subscription, because you have one already or your account needs a look first. What was paid without use is paid back.',
      button: 'Your subscriptions',
    },
    closed: { heading: 'The payment was not completed', text: 'Nothing was charged.', button: 'Back to the order' },
  },
  none: {
    heading: 'No active subscription',
    text: 'You have no active subscription for this product.',
    button: 'Go to homepage',
  },
  file: (name: string, size: string) => `${name}, ${size}`,
  checksum: 'SHA-256',
  preparing: 'Preparing',
  started: 'Your download has started.',
  failed: 'The download could not be prepared. Please try again.',
  systems: { windows: 'Windows', macos: 'macOS', linux: 'Linux' },
  forSystem: (system: string) => `for ${system}`,
  otherSystems: 'For another computer:',
}
