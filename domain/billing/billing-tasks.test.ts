import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import { issueOfTask, objectOf, type BillingTask } from './billing-tasks.ts'

const tasks: [task: BillingTask, object: string | null, issue: string, alone: string][] = [
  [{ task: 'set-charging', subscription: 's1' }, null, 'set-charging', 'set-charging job-1'],
  [{ task: 'set-default-method', subscription: 's1' }, null, 'set-default-method', 'set-default-method job-1'],
  [{ task: 'end-charging', subscription: null, provider: 'sub_1' }, 'sub_1', 'end-charging', 'end-charging sub_1'],
  [{ task: 'refund', payment: 'pi_1' }, 'pi_1', 'pi_1', 'pi_1'],
  [{ task: 'close-checkout', session: 'cs_1' }, 'cs_1', 'close-checkout', 'close-checkout cs_1'],
  [{ task: 'delete-customer', customer: 'cus_1' }, 'cus_1', 'delete-customer', 'delete-customer cus_1'],
  [{ task: 'update-customer', subscriber: 'p1' }, null, 'update-customer', 'update-customer job-1'],
]

describe('a task', () => {
  it('has one issue, by its payment or kind; without a subscription, by the provider’s object or its own id', () => {
    for (const [task, object, issue, alone] of tasks) {
      assert.equal(objectOf(task), object, task.task)
      assert.equal(issueOfTask(task, 's1', 'job-1'), issue)
      assert.equal(issueOfTask(task, null, 'job-1'), alone)
    }
  })
})
