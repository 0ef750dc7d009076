/**
 * Makes a process take its pipes for a terminal that somebody sits at: it asks, and Ctrl-C comes as a key. Like a terminal,
 * and unlike a pipe, it keeps no process alive that has stopped reading.
 */
const { stdin, stderr } = process;
stdin.isTTY = true;
stderr.isTTY = true;
stdin.on('pause', () => stdin.unref()).on('resume', () => stdin.ref());
