/**
 * Makes a process treat its pipes as a terminal with a user: it asks questions, and Ctrl-C arrives as a key.
 * Unlike a pipe, the simulated terminal does not keep a process alive that has stopped reading.
 */
const { stdin, stderr } = process;
stdin.isTTY = true;
stderr.isTTY = true;
stdin.on('pause', () => stdin.unref()).on('resume', () => stdin.ref());
