import './node-version.js';
import { serve } from './command/serve.js';

try {
  await serve((service) => service.banner);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
