package ssr

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"modernc.org/quickjs"
)

// engine runs functions of one loaded bundle. It is not safe for concurrent use.
type engine interface {
	// call calls a function of the bundle with arg and returns its string
	// result, or that of the promise it returns. After an error the engine must
	// be closed, because its state may be inconsistent.
	call(ctx context.Context, function, arg string) (string, error)
	close()
}

// program is a bundle compiled to bytecode.
type program struct {
	name     string
	bytecode []byte
	limits   limits
	logger   *slog.Logger
}

// limits bound the time and memory of one call.
type limits struct {
	time   time.Duration
	memory uintptr // in bytes, for the whole engine
}

// prelude defines the globals that bundles expect. Rendering never waits for
// time to pass, so timers need not fire.
const prelude = `(() => {
	const write = (level) => (...values) => hostLog(level, values.map(String).join(" "));
	globalThis.console = { log: write("info"), info: write("info"), debug: write("debug"), warn: write("warn"), error: write("error") };
	globalThis.setTimeout = globalThis.setInterval = () => 0;
	globalThis.clearTimeout = globalThis.clearInterval = () => {};
	globalThis.queueMicrotask = (job) => void Promise.resolve().then(job);
})()`

// compile compiles source once, because engines load bytecode ten times faster.
// Bytecode only fits the engine version that made it, so it is not stored.
func compile(name, source string, l limits, logger *slog.Logger) (_ *program, err error) {
	defer recoverPanic(&err)
	vm, err := quickjs.NewVM()
	if err != nil {
		return nil, fmt.Errorf("start an engine: %w", err)
	}
	defer func() { _ = vm.Close() }()
	bytecode, err := vm.Compile(source, quickjs.EvalGlobal)
	if err != nil {
		return nil, fmt.Errorf("compile %s: %w", name, err)
	}
	return &program{name: name, bytecode: bytecode, limits: l, logger: logger}, nil
}

// start returns a new engine that has loaded the program.
func (p *program) start() (_ engine, err error) {
	defer recoverPanic(&err)
	vm, err := quickjs.NewVM()
	if err != nil {
		return nil, fmt.Errorf("start an engine: %w", err)
	}
	e := &quickJS{vm: vm}
	if err := e.load(p); err != nil {
		e.close()
		return nil, fmt.Errorf("load %s: %w", p.name, err)
	}
	return e, nil
}

type quickJS struct{ vm *quickjs.VM }

func (e *quickJS) load(p *program) error {
	e.vm.SetMemoryLimit(p.limits.memory)
	if err := e.vm.SetEvalTimeout(p.limits.time); err != nil {
		return err
	}
	if err := e.vm.RegisterHostFunc("hostLog", p.log); err != nil {
		return err
	}
	if _, err := e.vm.Eval(prelude, quickjs.EvalGlobal); err != nil {
		return err
	}
	// The exports are also a global variable, so this reference is not needed.
	exports, err := e.vm.EvalBytecodeValue(p.bytecode)
	if err != nil {
		return err
	}
	exports.Free()
	return nil
}

// log writes console messages of the bundle to the log.
func (p *program) log(args []any) (any, error) {
	levels := map[any]slog.Level{"debug": slog.LevelDebug, "warn": slog.LevelWarn, "error": slog.LevelError}
	if len(args) == 2 {
		p.logger.Log(context.Background(), levels[args[0]], "console message from the front end", "bundle", p.name, "text", args[1])
	}
	return nil, nil
}

func (e *quickJS) call(ctx context.Context, function, arg string) (_ string, err error) {
	defer recoverPanic(&err)
	if err := ctx.Err(); err != nil {
		return "", err
	}
	stop := context.AfterFunc(ctx, e.vm.Interrupt)
	defer func() {
		// An interrupt that arrives after the call would stop the next one. One that
		// arrives during it is no fault of the bundle, so its error is not returned.
		if !stop() {
			err = context.Cause(ctx)
		}
	}()
	value, err := e.vm.CallValue(function, arg)
	if err != nil {
		return "", withStack(err)
	}
	defer value.Free()
	result, err := value.Any()
	if err != nil {
		return "", withStack(err)
	}
	if text, ok := result.(string); ok {
		return text, nil
	}
	return e.await(value)
}

// await runs pending jobs, after which the promise must be settled.
func (e *quickJS) await(promise quickjs.Value) (string, error) {
	err := errors.New("the function returned neither a string nor a promise that settles")
	var result string
	chained, thenErr := promise.Then(
		func(v quickjs.Value) {
			var value any
			if value, err = v.Any(); err == nil {
				var ok bool
				if result, ok = value.(string); !ok {
					err = fmt.Errorf("the promise resolved to %T, want a string", value)
				}
			}
		},
		func(v quickjs.Value) { err = withStack(quickjs.ErrorFromValue(v)) },
	)
	if thenErr != nil {
		return "", err
	}
	defer chained.Free()
	if _, jobErr := e.vm.ExecutePendingJobs(); jobErr != nil {
		return "", withStack(jobErr)
	}
	return result, err
}

func (e *quickJS) close() {
	var err error
	defer recoverPanic(&err) // closing a broken engine may panic
	_ = e.vm.Close()
}

// withStack adds the JavaScript stack to an error of the engine.
func withStack(err error) error {
	var thrown *quickjs.Error
	if errors.As(err, &thrown) && thrown.Stack != "" {
		return fmt.Errorf("%w\n%s", err, thrown.Stack)
	}
	return err
}

// recoverPanic turns a panic of the engine into an error: a page that cannot be
// rendered must not stop the process.
func recoverPanic(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("the engine panicked: %v", r)
	}
}
