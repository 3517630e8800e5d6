import "./styles/site.css";
import { App } from "./app";
import { mount } from "./mount";

// In a task of its own: loading the code has just kept the page busy.
setTimeout(mount, 0, App);
