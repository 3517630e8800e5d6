import "./styles/site.css";
import { App } from "./app";
import { mount } from "./mount";

mount(App);
