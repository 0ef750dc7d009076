/**
 * Makes a process treat its pipes as an interactive terminal: it shows prompts, and Ctrl-C arrives as a key. Unlike a
 * pipe, the simulated terminal does not keep the process alive after the process has stopped reading.
 */
const { stdin, stderr } = process;
stdin.isTTY = true;
stderr.isTTY = true;
stdin.on('pause', () => stdin.unref()).on('resume', () => stdin.ref());
