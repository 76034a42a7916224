import './node-version.js';
import { toldToEnd } from './told.js';

// Listens for signals before the rest is loaded, which takes a moment.
const told = toldToEnd();

try {
  const { serve } = await import('./until-stopped.js');
  await serve(told, (service) => service.banner);
} catch (error) {
  const [{ explain }, { ConfigError }] = await Promise.all([import('./explain.js'), import('./config.js')]);
  process.stderr.write(`${error instanceof ConfigError ? error.message : explain(error)}\n`);
  process.exit(1);
}
