import { furtherSteps, runSteps, staticSteps } from './checks/steps.ts'

if (!(await runSteps([...furtherSteps, ...staticSteps]))) process.exitCode = 1
