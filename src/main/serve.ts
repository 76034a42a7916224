import './node-version.js';
import { toldToEnd } from './told.js';

// Heard before the rest is loaded, which takes a moment.
const told = toldToEnd();

try {
  const { serve } = await import('./command/serve.js');
  await serve(told, (service) => service.banner);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
