package ssr

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"modernc.org/quickjs"
)

// engine runs the functions of one loaded bundle, for one goroutine at a time.
type engine interface {
	// call hands arg to a function of the bundle and returns the string that
	// the function, or the promise it returns, gives. After an error the engine
	// must be closed: what it was doing may have left its state half changed.
	call(ctx context.Context, function, arg string) (string, error)
	close()
}

// program is a bundle that is ready to be loaded into engines.
type program struct {
	name     string
	bytecode []byte
	limits   limits
	logger   *slog.Logger
}

// limits bound what one call may take.
type limits struct {
	time   time.Duration
	memory uintptr // bytes of the whole engine
}

// surroundings is what bundles expect of their host. Nothing ever waits in the
// engine, so timers need not fire.
const surroundings = `(() => {
	const write = (level) => (...values) => hostLog(level, values.map(String).join(" "));
	globalThis.console = { log: write("info"), info: write("info"), debug: write("debug"), warn: write("warn"), error: write("error") };
	globalThis.setTimeout = globalThis.setInterval = () => 0;
	globalThis.clearTimeout = globalThis.clearInterval = () => {};
	globalThis.queueMicrotask = (job) => void Promise.resolve().then(job);
})()`

// compile translates source once, so that every engine loads it fast. Bytecode
// fits only the engine's version that made it, hence it is never kept on disk.
func compile(name, source string, l limits, logger *slog.Logger) (_ *program, err error) {
	defer recovered(&err)
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

// start returns a new engine with the program loaded.
func (p *program) start() (_ engine, err error) {
	defer recovered(&err)
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
	if _, err := e.vm.Eval(surroundings, quickjs.EvalGlobal); err != nil {
		return err
	}
	// The completion value is the bundle's exports; nobody needs it in Go.
	exports, err := e.vm.EvalBytecodeValue(p.bytecode)
	if err != nil {
		return err
	}
	exports.Free()
	return nil
}

// log writes what the bundle says on its console.
func (p *program) log(args []any) (any, error) {
	levels := map[any]slog.Level{"debug": slog.LevelDebug, "warn": slog.LevelWarn, "error": slog.LevelError}
	if len(args) == 2 {
		p.logger.Log(context.Background(), levels[args[0]], "front end says", "bundle", p.name, "text", args[1])
	}
	return nil, nil
}

func (e *quickJS) call(ctx context.Context, function, arg string) (result string, err error) {
	defer recovered(&err)
	if err := ctx.Err(); err != nil {
		return "", err
	}
	stop := context.AfterFunc(ctx, e.vm.Interrupt)
	defer func() {
		// An interrupt that comes too late would hit the next call.
		if !stop() && err == nil {
			err = context.Cause(ctx)
		}
	}()
	value, err := e.vm.CallValue(function, arg)
	if err != nil {
		return "", described(err)
	}
	defer value.Free()
	answer, err := value.Any()
	if err != nil {
		return "", described(err)
	}
	if text, ok := answer.(string); ok {
		return text, nil
	}
	return e.await(value)
}

// await runs the engine's jobs until the promise is settled.
func (e *quickJS) await(promise quickjs.Value) (string, error) {
	err := errors.New("the function returned neither a string nor a promise of one that settles")
	var result string
	chained, thenErr := promise.Then(
		func(v quickjs.Value) {
			var answer any
			if answer, err = v.Any(); err == nil {
				var ok bool
				if result, ok = answer.(string); !ok {
					err = fmt.Errorf("the promise gave %T, not a string", answer)
				}
			}
		},
		func(v quickjs.Value) { err = described(quickjs.ErrorFromValue(v)) },
	)
	if thenErr != nil {
		return "", err
	}
	defer chained.Free()
	if _, jobErr := e.vm.ExecutePendingJobs(); jobErr != nil {
		return "", described(jobErr)
	}
	return result, err
}

func (e *quickJS) close() {
	var err error
	defer recovered(&err) // an engine that broke cannot even be closed
	_ = e.vm.Close()
}

// described adds the script's stack to an error of the engine.
func described(err error) error {
	var thrown *quickjs.Error
	if errors.As(err, &thrown) && thrown.Stack != "" {
		return fmt.Errorf("%w\n%s", err, thrown.Stack)
	}
	return err
}

// recovered turns a panic of the engine into an error: a page that cannot be
// rendered must not take the process down.
func recovered(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("the engine panicked: %v", r)
	}
}
