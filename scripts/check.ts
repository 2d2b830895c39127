import { runSteps } from './checks/steps.ts'

if (!(await runSteps())) process.exitCode = 1
