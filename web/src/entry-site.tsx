import "./styles/site.css";
import { App } from "./app";
import { mount } from "./mount";

// In a separate task, because loading the code has just blocked the main thread.
setTimeout(mount, 0, App);
